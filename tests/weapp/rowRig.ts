import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { act, type ReactElement } from 'react'
import type { Root } from 'react-dom/client'

const here = path.dirname(fileURLToPath(import.meta.url))
const src = path.resolve(here, '../../src')
const require = createRequire(import.meta.url)
const { JSDOM } = require('jsdom')

export type Build = 'h5' | 'weapp'

/** The H5 build's own stand-ins. In the mini-program every tag is an element of that name without behaviour. */
const taro: Record<Build, string> = {
  h5: path.join(src, 'platform/h5/components/index.ts'),
  weapp: path.join(here, '../components/nativeTags.tsx'),
}

const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', { pretendToBeVisual: true })
const { document: page, navigator, HTMLElement: Html, Event: Happening, KeyboardEvent: Key, MouseEvent: Mouse } = window
const browser = {
  window,
  document: page,
  navigator,
  HTMLElement: Html,
  Event: Happening,
  KeyboardEvent: Key,
  MouseEvent: Mouse,
}
Object.assign(globalThis, browser, { IS_REACT_ACT_ENVIRONMENT: true })

/** Components of a build: each platform pair's own file, with the build's Taro components and without styles. */
export async function components<M>(names: readonly string[], platform: Build): Promise<M> {
  const { outputFiles } = await build({
    stdin: {
      contents: names.map((name) => `export * from '@/components/${name}'`).join('\n'),
      resolveDir: src,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'cjs',
    jsx: 'automatic',
    alias: { '@tarojs/components': taro[platform], '@': src },
    external: ['react', 'react-dom', 'react/jsx-runtime'],
    resolveExtensions: [`.${platform}.tsx`, `.${platform}.ts`, '.tsx', '.ts'],
    loader: { '.scss': 'empty' },
    logLevel: 'error',
  })
  const module = { exports: {} as M }
  new Function('require', 'module', outputFiles[0]?.text ?? '')(require, module)
  return module.exports
}

export interface Mounted {
  box: HTMLElement
  show(element: ReactElement): void
  close(): void
}

export async function mount(element: ReactElement): Promise<Mounted> {
  const { createRoot } = await import('react-dom/client')
  const box = document.body.appendChild(document.createElement('div'))
  const root: Root = createRoot(box)
  const show = (next: ReactElement) => act(() => root.render(next))
  show(element)
  return {
    box,
    show,
    close() {
      act(() => root.unmount())
      box.remove()
    },
  }
}

/** Does something that the components answer, and waits for their answer. */
export function doing(what: () => void): void {
  act(what)
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  doing(
    () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  )
}

export function click(target: Element | null): void {
  doing(() => void target?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
}
