/**
 * In the mini-program, a package contains the words and parts that H5 loads on demand: `import()` of such a file becomes `require`. The module is
 * available at once, so nothing is drawn in the meantime.
 */
module.exports = function ownParts(source) {
  const now = 'const now = (value) => ({ then: (take) => now(take(value)) });'
  return `${now}${source.replace(/\bimport\(([^()]*)\)/g, 'now(require($1))')}`
}
