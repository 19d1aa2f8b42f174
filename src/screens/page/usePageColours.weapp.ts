import Taro from '@tarojs/taro'
import { useEffect } from 'react'
import { useTheme } from '@/components/ui/context'

/** Colours the status bar and the background of opening pages if the user's choice differs from the system, which theme.json follows (AH-22). */
export function usePageColours(isShown: boolean): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (!isShown) return
    void Taro.setNavigationBarColor({
      frontColor: dark ? '#ffffff' : '#000000',
      backgroundColor: dark ? '#000000' : '#ffffff',
    })
    void Taro.setBackgroundColor({ backgroundColor: dark ? '#0f141b' : '#f6f7f9' })
  }, [dark, isShown])
}
