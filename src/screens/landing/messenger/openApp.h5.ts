import type { OpenApp } from './OpenApp'

export const openApp: OpenApp = (address) => {
  if (!/^(javascript|data|vbscript|file|blob|about):/i.test(address.trim())) location.assign(address)
}
