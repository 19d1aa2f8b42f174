import { createContext, useContext } from 'react'
import type { AdministratorRole } from '@/contract/administration/role'
import type { AddressStore, ConsolePlace } from '@/stores/administration/AddressStore'
import type { DirectoryStore } from '@/stores/administration/DirectoryStore'

interface ConsoleServices {
  address: AddressStore
  directory: DirectoryStore
  role: AdministratorRole
  /** The places that the role may read. */
  places: readonly ConsolePlace[]
  /** Whether the role may change people, departments and groups. The server decides; the console hides what it would refuse. */
  mayManage: boolean
  /** Whether the role may change policies. */
  mayGovern: boolean
}

export const ConsoleContext = createContext<ConsoleServices | null>(null)

export function useConsole(): ConsoleServices {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('no console around this place')
  return found
}
