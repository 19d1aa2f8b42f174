import { useEffect } from 'react'
import { useTheme } from '@/components/context'

/** What shows beside the column, and where a finger pulls the page away from the edge (AH-22). */
export function usePageColours(isShown: boolean): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (isShown) document.body.style.background = dark ? 'var(--grey-870)' : ''
  }, [dark, isShown])
}
