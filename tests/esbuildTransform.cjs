/** Jest's transformer of TypeScript. Platform-neutral: which file of a pair is taken is the resolver's choice. */
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { transformSync, version } = require('esbuild')

const itself = readFileSync(__filename)

module.exports = {
  getCacheKey: (source, file) => createHash('sha1').update([version, itself, file, source].join('\0')).digest('hex'),
  process: (source, file) =>
    transformSync(source, {
      sourcefile: file,
      loader: path.extname(file).slice(1),
      format: 'cjs',
      target: 'node20',
      jsx: 'automatic',
      // Removes the call, as the builds do: Taro reads a page's configuration from the source.
      pure: ['definePageConfig'],
      treeShaking: true,
      sourcemap: 'inline',
      supported: { 'dynamic-import': false },
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(file).href),
        'import.meta.dirname': JSON.stringify(path.dirname(file)),
      },
    }),
}
