import { useEffect } from 'react'
import { useTheme } from '@/components/ui/context'
import { colourEdges } from '@/firstPage/paint/elements'

/** The topmost page colours its surroundings. */
export function usePageColours(isShown: boolean): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (isShown) colourEdges(dark)
  }, [dark, isShown])
}
