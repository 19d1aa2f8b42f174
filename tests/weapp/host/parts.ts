import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import type { ExparserNode } from './exparserNode'
import { type Drawing, makeTreeDiff, type RemoveListener } from './treeDiff'

/* WeChat's renderer for Node expects a browser's globals, and its compiled templates extend JavaScript's own prototypes. Each host runs both in a
   context of its own: nothing leaks into the process, and two hosts share nothing. */

export interface Exparser {
  Event: {
    create(name: string, detail: unknown, options: Record<string, unknown>): unknown
    dispatchEvent(target: ExparserNode, event: unknown): void
  }
  removeListenerFromElement: RemoveListener
  addGlobalErrorListener(listener: (error: unknown, where: { message?: string }) => boolean): void
}

export interface ViewInstance {
  data: Record<string, unknown>
  setData(data: unknown, done?: () => void): void
  selectComponent(selector: string): unknown
  selectAllComponents(selector: string): unknown[]
  createSelectorQuery(): SelectorQuery
  createIntersectionObserver(options?: unknown): unknown
  _exparserNode: ExparserNode
}

export interface SelectorQuery {
  in(component: unknown): SelectorQuery
}

export interface RootView {
  instance: ViewInstance
  data: Record<string, unknown>
  setData(data: unknown): void
  attach(parent: Element): void
  detach(): void
}

export interface Renderer {
  register(definition: Record<string, unknown>): string
  behavior(definition: Record<string, unknown>): string
  create(id: string): RootView
}

export interface Parts {
  window: Window & typeof globalThis
  exparser: Exparser
  renderer: Renderer
  /** JavaScript's own types as the renderer knows them. */
  types: Record<string, unknown>
  /** Parses JSON into objects of the renderer's realm. */
  parse(text: string): unknown
  /** Runs a script of the renderer's realm with these names defined and returns its result. */
  run(source: string, names: Record<string, unknown>): unknown
  close(): void
}

const require = createRequire(import.meta.url)
const { JSDOM } = require('jsdom') as {
  JSDOM: new (html: string, options: object) => { window: Window & typeof globalThis }
}
const rendererPath = require.resolve('j-component')
const browserNames = [
  'window',
  'document',
  'CustomEvent',
  'TouchEvent',
  'Touch',
  'Event',
  'Node',
  'Element',
  'HTMLElement',
]
const compiled = new Map<string, vm.Script>()

function compiledFile(file: string, parameters: string[]): vm.Script {
  const known = compiled.get(file)
  if (known) return known
  const script = new vm.Script(`(function (${parameters.join(', ')}) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
  })
  compiled.set(file, script)
  return script
}

/** A `require` relative to one file, whose modules run in `context` and see these names. */
function isolatedRequire(from: string, context: vm.Context, names: Record<string, unknown>): (name: string) => unknown {
  const modules = new Map<string, { exports: unknown }>()
  const parameters = ['require', 'module', 'exports', ...Object.keys(names)]
  const load = (file: string): unknown => {
    const known = modules.get(file)
    if (known) return known.exports
    const module = { exports: vm.runInContext('({})', context) as unknown }
    modules.set(file, module)
    const inner = createRequire(file)
    const run = compiledFile(file, parameters).runInContext(context) as (...args: unknown[]) => void
    run((name: string) => load(inner.resolve(name)), module, module.exports, ...Object.values(names))
    return module.exports
  }
  const outer = createRequire(from)
  return (name) => load(outer.resolve(name))
}

/** WeChat's component framework in a window of its own. `size` in CSS pixels. */
export function loadParts(console: object, size: { width: number; height: number }): Parts {
  const { window } = new JSDOM('<!doctype html><html><body></body></html>', { pretendToBeVisual: true })
  Object.assign(window, { innerWidth: size.width, innerHeight: size.height, __webview_engine_version__: 0.02 })
  const context = vm.createContext({})
  const browser = Object.fromEntries(
    browserNames.map((name) => [name, (window as unknown as Record<string, unknown>)[name]]),
  )
  const load = isolatedRequire(rendererPath, context, { global: {}, console, setTimeout, clearTimeout, ...browser })
  const exparser = load('miniprogram-exparser') as Exparser
  const inside = (file: string) => load(path.join(path.dirname(rendererPath), 'src', file))
  const comparison = inside('render/diff.js') as { diffVt: unknown }
  comparison.diffVt = makeTreeDiff(inside('render/render.js') as Drawing, exparser.removeListenerFromElement)
  return {
    window,
    exparser,
    renderer: load(rendererPath) as Renderer,
    types: vm.runInContext('({ String, Number, Boolean, Object, Array })', context) as Record<string, unknown>,
    parse: vm.runInContext('(text) => JSON.parse(text)', context) as (text: string) => unknown,
    run: (source, names) =>
      vm
        .compileFunction(source, Object.keys(names), { parsingContext: context })
        .call(undefined, ...Object.values(names)),
    close: () => window.close(),
  }
}
