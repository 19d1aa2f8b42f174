import { createContext } from 'react'

/** Whether the address says that the link was saved from a chat. */
export const ChatSavedContext = createContext(false)
