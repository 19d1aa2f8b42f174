import { createHash } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import sharp from 'sharp'
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack'
import { inlineScript } from './inlineScript'
import { customRoutes } from '../routes'
import { rowWords } from './rowWords'

const { ConcatSource, RawSource } = webpack.sources

/** Finishes a production build of the web client: inlines what the page needs at once, marks code that runs at once, and compresses every file. */
export class FirstPage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPage', (compilation) => {
      // After hashes became part of the names.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name: 'FirstPage', stage }, async () => {
        await writeIcons(compilation)
        await writePage(compilation, await writeWorker(compilation))
        compileAhead(compilation)
        await packFiles(compilation)
      })
    })
  }
}

/** Scripts that begin a visit, by the screen's address; a page gets only its own. `preview`: for a file over it. `kept`: draws the last list. */
const starts = {
  '/files/:space/:id?': 'src/firstPage/start/startList.ts',
  '/share/:unique_name': 'src/firstPage/start/startLink.ts',
  preview: 'src/firstPage/start/startPreview.ts',
  kept: 'src/firstPage/start/startKept.ts',
}

/** Inlines styles and the shell's scripts, and adds comments from which the server selects what a visit needs. */
async function writePage(compilation: Compilation, offline: string): Promise<void> {
  const [rows, ...scripts] = await Promise.all([rowWords(), ...Object.values(starts).map((file) => inlineScript(file))])
  const first = {
    words: wordsOf(compilation),
    ...pagesOf(compilation),
    rowWords: rows,
    offline: offlineOf(compilation, offline),
  }
  const started = Object.keys(starts).map((name, index) => `<!-- start ${name} --><script>${scripts[index]}</script>`)
  compilation.updateAsset(
    'index.html',
    (page) =>
      new RawSource(
        String(page.source())
          .replace(/<link href="(\/css\/[^"]+)" rel="stylesheet">/g, (_, address: string) =>
            styleOf(compilation, address),
          )
          .replace('<script', () => `<!-- first ${JSON.stringify(first)} --><script`)
          .replace('</body>', () => `${started.join('')}</body>`),
      ),
  )
}

/** Writes the service worker and the script that begins a page offline. @returns the address of that script */
async function writeWorker(compilation: Compilation): Promise<string> {
  compilation.emitAsset('service-worker.js', new RawSource(await inlineScript('src/firstPage/keep/serviceWorker.ts')))
  const script = await inlineScript('src/firstPage/start/startOffline.ts')
  const name = `js/offline.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  compilation.emitAsset(name, new RawSource(script))
  return `/${name}`
}

/** px of the icons for installing the app; iOS uses 180 */
const iconSizes = [180, 192, 512]

async function writeIcons(compilation: Compilation): Promise<void> {
  for (const size of iconSizes) {
    const icon = await sharp(path.resolve(__dirname, '../../src/icon.svg'), { density: (72 * size) / 32 })
      .resize(size)
      .png()
      .toBuffer()
    compilation.emitAsset(`icon-${size}.png`, new RawSource(icon))
  }
}

/** Files that a list loads after its first drawing and also needs offline, by language; '' for all languages. */
function offlineOf(compilation: Compilation, startAddress: string): Record<string, string[]> {
  const later = named(compilation, ['lazy', 'recent', 'nothing', 'mergeRefresh'])
  return { '': [startAddress, ...later], ...byLanguage(compilation, ['lazy-words']) }
}

/** Addresses of texts by language. @param names of their chunks, without the language */
function byLanguage(compilation: Compilation, names: string[]): Record<string, string[]> {
  const entries = ['zh-CN', 'zh-TW', 'en'].map((language) => [
    language,
    named(
      compilation,
      names.map((name) => `${name}-${language}`),
    ),
  ])
  return Object.fromEntries(entries) as Record<string, string[]>
}

function named({ namedChunks }: Compilation, names: string[]): string[] {
  return addresses(names.flatMap((name) => namedChunks.get(name) ?? []))
}

/** Makes V8 compile the code that the first page runs at once while the scripts arrive, off the main thread. */
function compileAhead(compilation: Compilation): void {
  const hint = '//# allFunctionsCalledOnLoad\n'
  const entries = [...compilation.entrypoints.values()].flatMap((entrypoint) => entrypoint.getFiles())
  const files = [...entries, ...(compilation.namedChunks.get('list')?.files ?? [])]
  for (const file of files.filter((name) => name.endsWith('.js')))
    compilation.updateAsset(file, (code) => new ConcatSource(hint, code))
}

/** The attribute makes webpack's runtime treat the file as loaded. */
function styleOf(compilation: Compilation, address: string): string {
  return `<style data-href="${address}">${compilation.getAsset(address.slice(1))!.source.source()}</style>`
}

/** Addresses of the first page's texts by `language` and `wording-language`. */
function wordsOf({ namedChunks }: Compilation): Record<string, string[]> {
  const names = [...namedChunks.keys()].filter((name) => /^words-(education-)?(zh-CN|zh-TW|en)$/.test(name))
  return Object.fromEntries(names.map((name) => [name.slice('words-'.length), addresses([namedChunks.get(name)!])]))
}

/** Addresses of a page's own files, and of its texts by language, by the pattern of its address; `preview`: shows a file over a page. */
function pagesOf(compilation: Compilation): Record<'pages' | 'pageWords', object> {
  const { chunkGroups, entrypoints } = compilation
  const initial = new Set([...entrypoints.values()].flatMap(({ chunks }) => chunks))
  const pages: Record<string, string[]> = { preview: named(compilation, ['preview']) }
  const pageWords: Record<string, Record<string, string[]>> = {
    preview: byLanguage(compilation, ['lazy-words', 'words-preview']),
  }
  for (const [page, patterns] of Object.entries(customRoutes)) {
    const group = chunkGroups.find(({ origins }) => origins.some(({ request }) => request.endsWith(page)))
    const own = group?.chunks.filter((chunk) => !initial.has(chunk)) ?? []
    if (!group || own.length === 0) continue
    const words = group.getChildren().flatMap(({ name, chunks }) => {
      const [, language] = /^words-\w+-(zh-CN|zh-TW|en)$/.exec(name ?? '') ?? []
      return language ? [[language, addresses(chunks)] as const] : []
    })
    for (const pattern of patterns) {
      pages[pattern] = addresses(own)
      pageWords[pattern] = Object.fromEntries(words)
    }
  }
  return { pages, pageWords }
}

function addresses(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap(({ files }) => [...files]).map((file) => `/${file}`)
}

/** bytes; smaller files fit into one packet anyway */
const leastSize = 1000

async function packFiles(compilation: Compilation): Promise<void> {
  const assets = compilation
    .getAssets()
    .filter(({ name, source }) => /\.(m?js|css|svg|wasm)$/.test(name) && source.size() >= leastSize)
  await Promise.all(
    assets.map(async ({ name, source }) => {
      const bytes = source.buffer()
      const [small, smaller] = await Promise.all([
        promisify(gzip)(bytes, { level: 9 }),
        promisify(brotliCompress)(bytes),
      ])
      compilation.emitAsset(`${name}.gz`, new RawSource(small))
      compilation.emitAsset(`${name}.br`, new RawSource(smaller))
    }),
  )
}
