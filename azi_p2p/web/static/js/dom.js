// Elements from descriptions, patched in place so that focus and motion survive; not a framework, and never markup from text.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "selected", "indeterminate"]);

/**
 * A description of an element. Children: descriptions, strings, numbers; null, undefined and false are left out.
 * Props: `key` (among brothers), `on` ({event: handler}), `style` ({property: value}), `ref` (called with the element
 * once it stands), anything else is an attribute (true: present, false or null: absent).
 */
export function h(tag, props, ...children) {
  const flat = [];
  collect(children, flat);
  return { tag, props: props ?? {}, key: props?.key, children: flat, el: null };
}

function collect(children, into) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === true || child === "") continue;
    if (Array.isArray(child)) collect(child, into);
    else if (typeof child === "object") into.push(child);
    else into.push({ tag: null, text: String(child), key: undefined, el: null });
  }
}

function create(node, ns) {
  if (node.tag === null) return (node.el = document.createTextNode(node.text));
  const inside = node.tag === "svg" ? SVG : ns;
  const el = inside ? document.createElementNS(inside, node.tag) : document.createElement(node.tag);
  node.el = el;
  for (const child of node.children) el.append(create(child, node.tag === "foreignObject" ? null : inside));
  setProps(el, {}, node.props);
  node.props.ref?.(el);
  return el;
}

function setProps(el, old, now) {
  for (const name in old) if (!(name in now)) setProp(el, name, old[name], null);
  for (const name in now) if (old[name] !== now[name] || name === "value" || name === "checked") setProp(el, name, old[name], now[name]);
}

function setProp(el, name, old, now) {
  if (name === "key" || name === "ref") return;
  if (name === "on") {
    const handlers = (el.azi ??= { handleEvent(event) { this[event.type]?.call(el, event); } });
    for (const type in old) if (!now?.[type]) { handlers[type] = null; el.removeEventListener(type, handlers); }
    for (const type in now) { if (!handlers[type]) el.addEventListener(type, handlers); handlers[type] = now[type]; }
  } else if (name === "style") {
    for (const property in old) if (now?.[property] === undefined) el.style.removeProperty(property);
    for (const property in now) if (old?.[property] !== now[property]) el.style.setProperty(property, now[property]);
  } else if (PROPERTIES.has(name) && name in el) {
    const value = now ?? (name === "value" ? "" : false);
    if (name === "value" && document.activeElement === el && old === now) return;
    if (el[name] !== value) el[name] = value;
  } else if (now === null || now === undefined || now === false) {
    el.removeAttribute(name);
  } else {
    el.setAttribute(name, now === true ? "" : now);
  }
}

const same = (a, b) => a.tag === b.tag && a.key === b.key;

/** Make the children of `parent` what `now` describes; `old` is what they were (the previous call's `now`). */
function patchChildren(parent, old, now, ns) {
  const keyed = new Map();
  for (const node of old) if (node.key !== undefined) keyed.set(node.key, node);
  const taken = new Set();
  let next = 0;
  const loose = () => {
    while (next < old.length && (old[next].key !== undefined || taken.has(old[next]))) next++;
    return old[next];
  };
  const matched = now.map((node) => {
    const candidate = node.key !== undefined ? keyed.get(node.key) : loose();
    if (!candidate || taken.has(candidate)) return null;
    if (!same(candidate, node)) { if (node.key === undefined) next++; return null; }
    taken.add(candidate);
    return candidate;
  });
  for (const node of old) if (!taken.has(node)) remove(node);
  let place = parent.firstChild;
  now.forEach((node, index) => {
    const before = matched[index];
    const el = before ? patch(before, node, ns) : create(node, ns);
    while (place && place.aziLeaving) place = place.nextSibling;
    if (el === place) place = place.nextSibling;
    else parent.insertBefore(el, place);
  });
}

function remove(node) { node.el?.remove(); }

function patch(old, node, ns) {
  const el = (node.el = old.el);
  if (node.tag === null) {
    if (old.text !== node.text) el.nodeValue = node.text;
    return el;
  }
  const inside = node.tag === "svg" ? SVG : ns;
  patchChildren(el, old.children, node.children, node.tag === "foreignObject" ? null : inside);
  setProps(el, old.props, node.props);
  return el;
}

const standing = new WeakMap();

/** Show `nodes` (one or a list) in `parent`, and nothing else. */
export function show(parent, ...nodes) {
  const now = [];
  collect(nodes, now);
  const old = standing.get(parent);
  if (!old) parent.replaceChildren();
  patchChildren(parent, old ?? [], now, null);
  standing.set(parent, now);
}

/** Words of others: isolated, so that their direction stays their own. */
export const bdi = (text, more) => h("bdi", more ?? null, text);
