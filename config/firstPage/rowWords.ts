import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'

const root = path.resolve(__dirname, '../..')

/** The texts of rows by `language` and `wording-language`. The sources are bundled, because the configuration's own loader cannot read them. */
export async function rowWords(): Promise<Record<string, object>> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/i18n/main/rowWords.ts')],
    tsconfig: path.join(root, 'tsconfig.json'),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  })
  const module = { exports: {} as { rowWords: Record<string, object> } }
  runInNewContext(outputFiles[0]!.text, { module, exports: module.exports })
  return module.exports.rowWords
}
