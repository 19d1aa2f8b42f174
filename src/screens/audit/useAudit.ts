import { useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { AuditStore } from '@/stores/audit/AuditStore'

/** The filter stays while the page is open. */
export function useAudit(): AuditStore {
  const { api, platform } = useApp()
  return useState(() => new AuditStore({ api, clock: platform.clock }))[0]
}
