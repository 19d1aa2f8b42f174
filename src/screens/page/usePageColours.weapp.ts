import Taro from '@tarojs/taro'
import { autorun, observable, runInAction } from 'mobx'
import { useEffect } from 'react'
import { useTheme } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'

/** Numbers of open dark panels, such as pictures, by the overlays of their page. */
const darkPanels = observable.map<OverlayStore, number>({}, { deep: false })

/**
 * Colours the status bar and the background of opening pages if the user's choice differs from the system, which theme.json follows (AH-22). Under a
 * dark panel the status bar is dark in every theme.
 * @param open the page's overlays
 */
export function usePageColours(isShown: boolean, open?: OverlayStore): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (!isShown) return undefined
    void Taro.setBackgroundColor({ backgroundColor: dark ? '#0f141b' : '#f6f7f9' })
    return autorun(() => colourBar(dark || (open !== undefined && darkPanels.has(open))))
  }, [dark, isShown, open])
}

/** Darkens the status bar of the panel's page while the panel is dark. @param overlays those of the page */
export function useDarkPanel(isDark: boolean, overlays: OverlayStore): void {
  useEffect(() => {
    if (!isDark) return undefined
    count(overlays, 1)
    return () => count(overlays, -1)
  }, [isDark, overlays])
}

function count(overlays: OverlayStore, by: 1 | -1) {
  const number = (darkPanels.get(overlays) ?? 0) + by
  runInAction(() => (number > 0 ? darkPanels.set(overlays, number) : darkPanels.delete(overlays)))
}

function colourBar(isDark: boolean) {
  void Taro.setNavigationBarColor({
    frontColor: isDark ? '#ffffff' : '#000000',
    backgroundColor: isDark ? '#000000' : '#ffffff',
  })
}
