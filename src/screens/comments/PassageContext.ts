import { createContext, useContext } from 'react'
import type { PassageStore } from '@/stores/documents/PassageStore'

/** The passages of the text below the comments; null elsewhere, and for those who may not see comments. */
export const PassageContext = createContext<PassageStore | null>(null)

export const usePassages = (): PassageStore | null => useContext(PassageContext)
