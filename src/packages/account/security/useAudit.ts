import { useState } from 'react'
import { useApp } from '@/screens/AppContext'
import { AuditStore } from '@/stores/session/AuditStore'

/** What was looked for stays while the page is open. */
export function useAudit(): AuditStore {
  const { api, platform } = useApp()
  return useState(() => new AuditStore({ api, clock: platform.clock }))[0]
}
