import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import webpack, { type Compiler } from 'webpack'

const root = path.resolve(__dirname, '..')
const { RawSource } = webpack.sources

/** Writes `satchel-embed`, the library of foreign pages that show the drive in a frame, and its types (docs/embed.md). */
export class EmbedSdk {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EmbedSdk', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'EmbedSdk', stage }, async () => {
        compilation.emitAsset('embed/satchel-embed.js', new RawSource(await moduleOf('src/embed/satchelEmbed.ts')))
        compilation.emitAsset(
          'embed/satchel-embed.d.ts',
          new RawSource(
            typesOf('src/embed/satchelEmbed.ts').replace('@/domain/applications/protocol', './protocol.js'),
          ),
        )
        compilation.emitAsset('embed/protocol.d.ts', new RawSource(typesOf('src/domain/applications/protocol.ts')))
      })
    })
  }
}

async function moduleOf(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, file)],
    tsconfig: path.join(root, 'tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
  })
  return outputFiles[0]!.text
}

/** @throws Error when a type annotation is missing */
function typesOf(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(path.join(root, file), 'utf8'), {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2020 },
  })
  const [wrong] = diagnostics
  if (wrong) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(wrong.messageText, '\n')}`)
  return outputText
}
