import type { OpenApp } from './OpenApp'

export const openApp: OpenApp = undefined
