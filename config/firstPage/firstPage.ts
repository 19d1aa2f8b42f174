import { createHash } from 'node:crypto'
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack'
import type { Manifest } from '../../server/web/manifest'
import { packFiles, writeIcons } from '../assets'
import { inlineScript, loadSource } from '../bundle'

const { ConcatSource, RawSource } = webpack.sources
const isProduction = process.env.NODE_ENV === 'production'

/**
 * Writes the manifest, which lists for the server what each page needs. Also finishes a production build: inlines the styles that the page needs at
 * once, marks code that runs at once, and compresses every file.
 */
export class FirstPage {
  /** @param routes patterns of addresses by page */
  constructor(private readonly routes: Record<string, string[]>) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('FirstPage', (compilation) => {
      // In this stage the names already contain the hashes.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER
      compilation.hooks.processAssets.tapPromise({ name: 'FirstPage', stage }, async () => {
        if (isProduction) inlineStyles(compilation)
        const visits = isProduction ? visitsOf(compilation, this.routes) : nothing
        const manifest: Manifest = { page: pageOf(compilation), ...visits }
        compilation.emitAsset('first-page.json', new RawSource(JSON.stringify(manifest)))
        if (!isProduction) return
        await writeIcons(compilation)
        compileAhead(compilation, visits.screens[consolePage]!.files)
        await packFiles(compilation)
      })
    })
  }
}

/** A development build begins no visit before the app's code has loaded. */
const nothing: Omit<Manifest, 'page'> = { words: {}, rowWords: {}, screens: {}, offline: {} }

const consolePage = '/admin/:place?/:id?'

/** Scripts that begin a visit, by the screen's address; a page contains only its own script. `preview`: for a file over a page. */
const starts: Record<string, string> = {
  '/files/:space/:id?': 'src/firstPage/start/startList.ts',
  '/share/:unique_name': 'src/firstPage/start/startLink.ts',
  [consolePage]: 'src/firstPage/start/startConsole.ts',
  preview: 'src/firstPage/start/startPreview.ts',
}

/** Inlines the page's styles. The attribute makes webpack's runtime treat their file as loaded. */
function inlineStyles(compilation: Compilation): void {
  compilation.updateAsset(
    'index.html',
    (page) =>
      new RawSource(
        String(page.source()).replace(
          /<link href="(\/css\/[^"]+)" rel="stylesheet">/g,
          (_, address: string) =>
            `<style data-href="${address}">${compilation.getAsset(address.slice(1))!.source.source()}</style>`,
        ),
      ),
  )
}

/** The page in parts. @throws Error for an inline script, which the security policy would not allow */
function pageOf(compilation: Compilation): Manifest['page'] {
  const html = String(compilation.getAsset('index.html')!.source.source())
  const own = /<script[^>]* src="([^"]+)"[^>]*><\/script>/g
  const [begin, end] = [html.indexOf('<script'), html.lastIndexOf('</body>')]
  const after = html.slice(begin, end).replace(own, '')
  if (begin < 0 || end < begin || after.includes('<script'))
    throw new Error('index.html is not what the server expects')
  const scripts = [...html.matchAll(own)].map(([, address]) => address!)
  return { before: html.slice(0, begin), scripts, after, end: html.slice(end) }
}

function visitsOf(compilation: Compilation, routes: Record<string, string[]>): Omit<Manifest, 'page'> {
  const script = (file: string) => {
    const text = inlineScript(file)
    return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
  }
  const screens = screensOf(compilation, routes)
  for (const [name, file] of Object.entries(starts)) screens[name]!.start = script(file)
  return {
    words: wordsOf(compilation),
    rowWords: loadSource<{ rowWords: Record<string, object> }>('src/i18n/main/rowWords.ts').rowWords,
    screens,
    kept: script('src/firstPage/start/startKept.ts'),
    offlineStart: writeWorker(compilation),
    offline: {
      '': named(compilation, ['lazy', 'recent', 'nothing', 'mergeRefresh']),
      ...byLanguage(compilation, ['lazy-words']),
    },
  }
}

/** Writes the service worker and the script that begins a page offline. @returns the address of that script */
function writeWorker(compilation: Compilation): string {
  compilation.emitAsset('service-worker.js', new RawSource(inlineScript('src/firstPage/keep/serviceWorker.ts')))
  const script = inlineScript('src/firstPage/start/startOffline.ts')
  const name = `js/offline.${createHash('sha256').update(script).digest('hex').slice(0, 6)}.js`
  compilation.emitAsset(name, new RawSource(script))
  return `/${name}`
}

/** Addresses of texts by language. @param names of their chunks, without the language */
function byLanguage(compilation: Compilation, names: string[]): Record<string, string[]> {
  const entries = ['zh-CN', 'zh-TW', 'en'].map((language) => {
    const chunks = names.map((name) => `${name}-${language}`)
    return [language, named(compilation, chunks)]
  })
  return Object.fromEntries(entries) as Record<string, string[]>
}

function named({ namedChunks }: Compilation, names: string[]): string[] {
  return addresses(names.flatMap((name) => namedChunks.get(name) ?? []))
}

/**
 * Makes V8 compile the code that a page runs at once while the scripts arrive, off the main thread.
 * @param others files beside those of the first page
 */
function compileAhead(compilation: Compilation, others: readonly string[]): void {
  const hint = '//# allFunctionsCalledOnLoad\n'
  const entries = [...compilation.entrypoints.values()].flatMap((entrypoint) => entrypoint.getFiles())
  const files = [
    ...entries,
    ...(compilation.namedChunks.get('list')?.files ?? []),
    ...others.map((address) => address.slice(1)),
  ]
  for (const file of files.filter((name) => name.endsWith('.js')))
    compilation.updateAsset(file, (code) => new ConcatSource(hint, code))
}

/** Addresses of the first page's texts by `language` and `wording-language`. */
function wordsOf({ namedChunks }: Compilation): Record<string, string[]> {
  const names = [...namedChunks.keys()].filter((name) => /^words-(education-)?(zh-CN|zh-TW|en)$/.test(name))
  return Object.fromEntries(names.map((name) => [name.slice('words-'.length), addresses([namedChunks.get(name)!])]))
}

/** Addresses of a page's own files, and of its texts by language, by the pattern of its address; `preview`: shows a file over a page; `console`: the console's other places. */
function screensOf(compilation: Compilation, routes: Record<string, string[]>): Manifest['screens'] {
  const { chunkGroups, entrypoints } = compilation
  const initial = new Set([...entrypoints.values()].flatMap(({ chunks }) => chunks))
  const screens: Manifest['screens'] = {
    console: { files: named(compilation, ['console']), words: {} },
    preview: {
      files: named(compilation, ['preview']),
      words: byLanguage(compilation, ['lazy-words', 'words-preview']),
    },
  }
  for (const [page, patterns] of Object.entries(routes)) {
    const group = chunkGroups.find(({ origins }) => origins.some(({ request }) => request.endsWith(page)))
    const own = group?.chunks.filter((chunk) => !initial.has(chunk)) ?? []
    if (!group || own.length === 0) continue
    const words = group.getChildren().flatMap(({ name, chunks }) => {
      const [, language] = /^words-\w+-(zh-CN|zh-TW|en)$/.exec(name ?? '') ?? []
      return language ? [[language, addresses(chunks)] as const] : []
    })
    for (const pattern of patterns) screens[pattern] = { files: addresses(own), words: Object.fromEntries(words) }
  }
  return screens
}

function addresses(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap(({ files }) => [...files]).map((file) => `/${file}`)
}
