// Words in the reader's language: catalogues, plurals, numbers and directions; not the words themselves.

let catalogue = { language: "en", dir: "ltr", order: ["one", "other"], messages: {} };
let rules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
let compact = compactOf("en");

// Chromium has no data for Kazakh: it writes numbers as Russian does, has English plurals, and its dates are all figures.
const NUMBERS_AS = { kk: "ru", ar: "ar-u-nu-latn" };
const PLURALS_AS = { kk: "en" };

/** Take a catalogue as the node makes them from .po files. */
export function setCatalogue(given) {
  catalogue = { order: ["one", "other"], messages: {}, ...given };
  rules = new Intl.PluralRules(PLURALS_AS[catalogue.language] ?? catalogue.language);
  numbers = new Intl.NumberFormat(numbersAs());
  compact = compactOf(numbersAs());
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = catalogue.dir ?? "ltr";
}

const numbersAs = () => NUMBERS_AS[catalogue.language] ?? catalogue.language;

function compactOf(locale) {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 });
}

/** The text of `msgid` in the reader's language, with {names} filled from `params`. */
export function t(msgid, params) {
  return filled(catalogue.messages[msgid] ?? msgid, params);
}

/** As `t`, for a number of things; {n} is the number. */
export function tn(one, many, n, params) {
  return filled(formFor(n, catalogue.messages[one]) ?? (n === 1 ? one : many), { n: number(n), ...params });
}

function formFor(n, forms) {
  return Array.isArray(forms) ? forms[catalogue.order.indexOf(rules.select(n))] ?? forms.at(-1) : forms;
}

/** What the node said: English that the catalogue has, or a template with what fills it, which may be such words again. */
export function said(words) {
  if (words === null || words === undefined) return "";
  if (typeof words === "string") return catalogue.messages[words] ?? words;
  if (!words.template) return words.text ?? "";
  const params = {};
  for (const [name, value] of Object.entries(words.params ?? {})) {
    if (Array.isArray(value)) params[name] = listed(value.map(said), t("{several} or {last}")).join("");
    else if (value.all) params[name] = listed(value.all.map((one) => (typeof one === "string" ? isolate(one) : said(one)))).join("");
    else if (typeof value === "string") params[name] = isolate(value);
    else params[name] = typeof value === "number" ? value : said(value);
  }
  return filled(formFor(Number(words.params?.count), catalogue.messages[words.template]) ?? words.template, params);
}

/** Strings or nodes as people list them: the parts of a sentence, to be joined or shown. (Intl.ListFormat knows no Kazakh.) */
export function listed(items, pair = t("{several} and {last}")) {
  if (items.length < 2) return items;
  return fill(pair, { several: items.slice(0, -1).flatMap((item, index) => (index ? [t(", "), item] : [item])), last: items.at(-1) }).flat();
}

/** A table's name. The one that azi gives a table of bots is a word; all others are people's own. */
export const tableName = (name) => (name === "practice" ? t("practice") : name);

function filled(text, params) {
  return params ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? shown(params[name]) : whole)) : text;
}

const shown = (value) => (typeof value === "number" ? number(value) : String(value));

/** A text's parts, the {names} replaced by whatever stands for them in `parts` (nodes or strings). */
export function fill(text, parts) {
  return text.split(/(\{\w+\})/).map((part) => {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (name === undefined || !(name in parts)) return part;
    const value = parts[name];
    return typeof value === "number" ? number(value) : value;
  });
}

/** Chips and counts, grouped as the reader's language does. */
export const number = (value) => numbers.format(value);

const LONG = 1_000_000;

/** As `number`, with three figures at most from a million on: for where seven and more have no room. */
export const short = (value) => (Math.abs(value) < LONG ? numbers : compact).format(value);

/** A gain or a loss, with its sign, kept in one direction; `shown` writes its amount. */
export function signed(value, shown = number) {
  return `\u2066${value > 0 ? "+" : value < 0 ? "\u2212" : "\u00b1"}${shown(Math.abs(value))}\u2069`;
}

/** A name inside a plain string, its direction isolated. */
export const isolate = (name) => `\u2068${name}\u2069`;

/** A moment as people say it. */
export function when(seconds) {
  const moment = new Date(seconds * 1000);
  if (catalogue.language !== "kk") return new Intl.DateTimeFormat(numbersAs(), { dateStyle: "medium", timeStyle: "short" }).format(moment);
  const parts = [{ day: "2-digit", month: "2-digit", year: "numeric" }, { hour: "2-digit", minute: "2-digit" }];
  return parts.map((part) => new Intl.DateTimeFormat("ru", part).format(moment)).join(" ");
}
