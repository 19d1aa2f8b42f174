import { afterEach, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { ThemeContext } from '@/components/ui/context'
import OpenView from '@/packages/open/index'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, type Mounted } from '../rig'

let mounted: Mounted
afterEach(() => {
  mounted.close()
  history.replaceState(null, '', '/')
})

const table: [boolean, string, boolean][] = [
  [true, '', true],
  [false, '', false],
  [true, '?theme=light', false],
  [false, '?theme=dark', true],
]
test.each(table)(
  '[AH-22] in the frame of another site the system decides (dark: %s) unless the site does (%s): %s',
  async (isSystemDark, query, isDark) => {
    history.replaceState(null, '', `/open/select_files${query}`)
    const { app } = await startApp()
    const theme = { dark: isSystemDark, wework: false }
    mounted = await mountScreen(app, h(ThemeContext.Provider, { value: theme }, h(OpenView)))
    const [screen] = mounted.box.querySelectorAll('.screen')
    expect(screen?.classList.contains('theme-dark')).toBe(isDark)
  },
)
