import { useEffect, useState } from 'react'
import type { DirectoryKind } from '@/contract/administration/directories'
import { useApp } from '@/screens/app/AppContext'
import { RunsStore } from '@/stores/administration/RunsStore'

/** The syncs of a directory, loaded while the calling component is shown. */
export function useRuns(kind: DirectoryKind): RunsStore {
  const { api } = useApp()
  const [runs] = useState(() => new RunsStore(api, kind))
  useEffect(() => {
    void runs.load()
    return () => runs.close()
  }, [runs])
  return runs
}
