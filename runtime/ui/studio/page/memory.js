// Values that this browser stores between visits.

export const remembered = (key, otherwise) => JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;

// remember stores a value, and reports whether there was room for it.
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
