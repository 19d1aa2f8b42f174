import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/context'
import { loadVisitWords } from '@/i18n/visit/load'
import type { PlaceOf } from '@/platform/Platform'
import { AppContext, useApp } from '@/screens/AppContext'
import { usePlace } from '@/screens/page/usePlace'
import { useDisposable } from '@/screens/useDisposable'
import { usePackageWords } from '@/screens/usePackageWords'
import { visitsOf } from '@/stores/visit/Visits'
import { FilePage } from './FilePage'
import { FolderPage } from './FolderPage'
import { keptGrants } from './keptGrants'
import { LandingScreen, NoLink } from './LandingScreen'
import { SharedFile } from './SharedFile'
import './visit.scss'

/** `/share/:unique_name`: what a link shows to whoever has it, with or without an account (2§2). */
export default function VisitPage() {
  const t = usePackageWords(loadVisitWords)
  const place = usePlace('visit')
  return <WordsContext.Provider value={t}>{place ? <Visit {...place} /> : <NoLink />}</WordsContext.Provider>
}

const Visit = observer(function Visit({ uniqueName, item }: PlaceOf<'visit'>) {
  const own = useApp()
  const [{ store, app }] = useState(() => visitsOf(own, keptGrants).of(uniqueName))
  const overlays = useDisposable(() => own.createOverlays())
  const userId = own.session.user?.id ?? null
  useEffect(() => void store.open(userId), [store, userId])

  return <AppContext.Provider value={app}>{content()}</AppContext.Provider>

  function content() {
    const { phase, process } = store
    const props = { store, overlays }
    if (phase !== 'open' || !process?.item) return <LandingScreen {...props} />
    if (item?.startsWith('file')) return <FilePage {...props} fileId={idOf(item)} />
    if (item) return <FolderPage {...props} folderId={idOf(item)} />
    return process.item.type === 'folder' ? (
      <FolderPage {...props} folderId={0} />
    ) : (
      <SharedFile {...props} process={process} item={process.item} />
    )
  }
})

function idOf(typedId: string): number {
  return Number(typedId.split('_')[1])
}
