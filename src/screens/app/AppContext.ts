import { createContext, useContext } from 'react'
import type { AppStore } from '@/stores/app/AppStore'

export const AppContext = createContext<AppStore | null>(null)

/** The stores that live as long as the app. */
export function useApp(): AppStore {
  const app = useContext(AppContext)
  if (!app) throw new Error('no app around this page')
  return app
}
