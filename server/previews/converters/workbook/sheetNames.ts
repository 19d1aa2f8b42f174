/** characters of a sheet's name in Excel */
const LONGEST = 31
/** Signs that no name of a sheet has. */
const FORBIDDEN = /[[\]:*?/\\]/g

/** Names of sheets as Excel takes them: short, without some signs, each once whatever its case. A sheet without a name gets its number. */
export function sheetNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name, at) => {
    const clean =
      name
        .replace(FORBIDDEN, '-')
        .replace(/^'+|'+$/g, '')
        .trim() || `Sheet${at + 1}`
    for (let copy = 1; ; copy += 1) {
      const suffix = copy === 1 ? '' : ` (${copy})`
      const short = [...clean].join('').slice(0, LONGEST - suffix.length) + suffix
      // Excel keeps this name for itself.
      if (used.has(short.toLowerCase()) || short.toLowerCase() === 'history') continue
      used.add(short.toLowerCase())
      return short
    }
  })
}
