/** A distinguished name in the form in which names are compared: without case, and without blanks around its parts. */
export function dnKey(dn: string): string {
  return partsOf(dn).join(',').toLowerCase()
}

/** The name of the entry above; '' = none. */
export function parentDn(dn: string): string {
  return partsOf(dn).slice(1).join(',')
}

/** The parts between commas that no backslash escapes. */
function partsOf(dn: string): string[] {
  return (dn.match(/(?:\\.|[^,\\])+/gsu) ?? []).map((part) => part.trim().replace(/^([^=]*?)\s*=\s*/, '$1='))
}
