/**
 * In the mini-program a package carries the words and parts that H5 loads when they are asked for: `import()` of such a file becomes `require`.
 * Its answer is there at once, so nothing is drawn in the meantime.
 */
module.exports = function ownParts(source) {
  const now = 'const now = (value) => ({ then: (take) => now(take(value)) });'
  return `${now}${source.replace(/\bimport\(([^()]*)\)/g, 'now(require($1))')}`
}
