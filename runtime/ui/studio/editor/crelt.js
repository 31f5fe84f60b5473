// Makes elements for CodeMirror, as the package crelt does, but sets styles as
// properties: the studio's content security policy forbids style attributes.
export default function crelt(tag, ...rest) {
  const element = typeof tag === "string" ? document.createElement(tag) : tag;
  const first = rest[0];
  if (first && typeof first === "object" && first.nodeType == null && !Array.isArray(first)) {
    for (const [name, value] of Object.entries(rest.shift())) {
      if (name === "style") element.style.cssText = value;
      else if (typeof value === "string") element.setAttribute(name, value);
      else if (value != null) element[name] = value;
    }
  }
  for (const child of rest.flat(9)) if (child != null) element.append(child.nodeType == null ? String(child) : child);
  return element;
}
