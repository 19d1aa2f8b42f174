import { useEffect } from 'react'
import { useTheme } from '@/components/ui/context'
import { colourEdges } from '@/firstPage/paint/elements'

/** The topmost page colours its surroundings. */
export function usePageColours(isShown: boolean, _open?: unknown): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (isShown) colourEdges(dark)
  }, [dark, isShown])
}

/** Browsers colour nothing around a panel. */
export function useDarkPanel(_isDark: boolean, _overlays: unknown): void {}
