import type { Platform } from '../Platform'

export function createTheme(): Pick<Platform, 'systemTheme' | 'onSystemTheme'> {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const systemTheme = () => (dark.matches ? 'dark' : 'light')
  return {
    systemTheme,
    onSystemTheme(listener) {
      const handleChange = () => listener(systemTheme())
      dark.addEventListener('change', handleChange)
      return () => dark.removeEventListener('change', handleChange)
    },
  }
}
