import { afterEach, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { Screen } from '@/components/frame/Screen'
import { ThemeContext } from '@/components/ui/context'
import type { Theme } from '@/components/ui/context'
import { mount, type Mounted } from '../rig'

let mounted: Mounted
afterEach(() => mounted.close())

const pair = { brand: '#0a7a3c', button: '#0a5a2c' }
const table: [string, Theme, string, string][] = [
  ['plain', { dark: false, wework: false }, 'screen', ''],
  ['of WeCom, in the dark', { dark: true, wework: true }, 'screen wework theme-dark', ''],
  ['in two colours', { dark: false, wework: false, pair }, 'screen', '#0a7a3c #0a5a2c #0a5a2c'],
]

test.each(table)('[CTX-07] a screen %s', (_what, value, className, colours) => {
  mounted = mount(h(ThemeContext.Provider, { value }, h(Screen, null, 'x')))
  const screen = mounted.box.querySelector<HTMLElement>('.screen')!
  expect(screen.className).toBe(className)
  const values = ['--brand', '--button', '--button-press'].map((name) => screen.style.getPropertyValue(name))
  expect(values.join(' ').trim()).toBe(colours)
})
