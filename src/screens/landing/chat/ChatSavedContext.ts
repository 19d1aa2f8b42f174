import { createContext } from 'react'

/** The address says that it was saved from there. */
export const ChatSavedContext = createContext(false)
