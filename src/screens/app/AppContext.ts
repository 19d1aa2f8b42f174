import { createContext, useContext } from 'react'
import type { AppServices } from '@/stores/app/AppServices'

export const AppContext = createContext<AppServices | null>(null)

/** The stores that live as long as the app. */
export function useApp(): AppServices {
  const app = useContext(AppContext)
  if (!app) throw new Error('no app around this page')
  return app
}
