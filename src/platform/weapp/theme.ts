import Taro from '@tarojs/taro'
import type { Platform } from '../Platform'

/** Needs `darkmode: true` in the app's configuration; otherwise WeChat reports no theme. */
export function createTheme(): Pick<Platform, 'systemTheme' | 'onSystemTheme'> {
  return {
    systemTheme: () => (Taro.getAppBaseInfo().theme === 'dark' ? 'dark' : 'light'),
    onSystemTheme(listener) {
      const handleChange = ({ theme }: Taro.onThemeChange.Result) => listener(theme === 'dark' ? 'dark' : 'light')
      Taro.onThemeChange(handleChange)
      return () => Taro.offThemeChange(handleChange)
    },
  }
}
