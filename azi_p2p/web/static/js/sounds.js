// Soft sounds, made here by WebAudio; when they are made is said by others.

let audio = null;
let loud = true;

/** Browsers let sound begin with a touch or a key only. */
function begin() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

export function setSound(on) {
  loud = on;
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, { capture: true, passive: true });

function tone(frequency, at, length, volume, type = "sine") {
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  const voice = audio.createOscillator();
  voice.type = type;
  voice.frequency.value = frequency;
  voice.connect(gain);
  voice.start(start);
  voice.stop(start + length + 0.05);
}

function brush(at, length, frequency, volume) {
  const start = audio.currentTime + at;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = 0.8;
  const gain = audio.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

const SOUNDS = {
  deal: () => { for (let card = 0; card < 4; card++) brush(card * 0.09, 0.09, 2400 + card * 90, 0.16); },
  play: () => { brush(0, 0.07, 1500, 0.3); tone(150, 0.02, 0.08, 0.12, "triangle"); },
  chips: () => { tone(2650, 0, 0.05, 0.035, "triangle"); tone(3100, 0.05, 0.06, 0.03, "triangle"); },
  gather: () => { brush(0, 0.18, 900, 0.14); },
  turn: () => { tone(587, 0, 0.28, 0.07); tone(880, 0.11, 0.42, 0.06); },
  won: () => { [523, 659, 784, 1047].forEach((note, index) => tone(note, index * 0.09, 0.45, 0.06)); },
  azi: () => { tone(196, 0, 1.4, 0.1); tone(294, 0.01, 1.1, 0.06); tone(441, 0.02, 0.9, 0.04); },
  talk: () => { tone(988, 0, 0.1, 0.04); },
};

/** Make a sound, where sounds are wanted and the browser lets it. */
export function sound(name) {
  if (loud && audio?.state === "running" && !document.hidden) SOUNDS[name]?.();
  else if (loud && audio?.state === "running" && name === "turn") SOUNDS.turn();
}
