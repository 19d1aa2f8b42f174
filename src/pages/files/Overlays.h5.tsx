import { observer } from 'mobx-react-lite'
import { Suspense, lazy, useEffect } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import { hurryLateWords } from '@/i18n/late/load'
import type { PlaceAt } from '@/stores/listSources'
import type { OverlayStore } from '@/stores/OverlayStore'
import { useApp } from '../AppContext'
import type { ChoosingProps } from './FilesOverlays'

const FilesOverlays = lazy(async () => ({ default: (await import(/* webpackChunkName: "overlays" */ './FilesOverlays')).FilesOverlays }))
const SearchPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "search" */ '@/packages/search/SearchPanel')).SearchPanel }))
const PreviewPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "preview" */ '@/packages/preview/PreviewPanel')).PreviewPanel }))
const SharePanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "share" */ '@/packages/share/SharePanel')).SharePanel }))
const MoveCopyPanel = lazy(async () => ({ default: (await import(/* webpackChunkName: "pick" */ '@/packages/pick/MoveCopyPanel')).MoveCopyPanel }))

/** Sheets and panels come when the first one is opened: the first page does without them. */
export const Overlays = observer(function Overlays({ list, overlays, selection }: ChoosingProps) {
  const isOpen = overlays.depth > 0
  useEffect(() => {
    if (isOpen) hurryLateWords()
  }, [isOpen])
  if (!isOpen) return null
  const fileId = Number(overlays.companionsOf('preview').file_id)
  const isPreview = overlays.valueFor('preview') !== undefined
  const isSearch = overlays.valueFor('search') !== undefined
  const { search_in: searchIn, search_text: text = '' } = overlays.companionsOf('search')
  const movecopy = overlays.valueFor('movecopy')
  const share = overlays.valueFor('share')
  return (
    <Suspense fallback={null}>
      {isSearch && (
        <SearchPanel
          from={list.at as PlaceAt}
          first={{ text, searchIn: searchIn === 'current' ? 'current' : 'all' }}
          overlays={overlays}
          onClose={() => void overlays.close('search')}
        />
      )}
      {isPreview && (
        <PreviewPanel fileId={fileId} version={versionOf(overlays.companionsOf('preview').version)} overlays={overlays} onClose={() => void overlays.close('preview')} />
      )}
      {!isSearch && !isPreview && <FilesOverlays list={list} overlays={overlays} selection={selection} />}
      {movecopy !== undefined && <MoveCopy movecopy={movecopy} overlays={overlays} />}
      {share !== undefined && <Share share={share} overlays={overlays} />}
    </Suspense>
  )
})

/** The picker over whatever began it. */
function MoveCopy({ movecopy, overlays }: { movecopy: string, overlays: OverlayStore }) {
  const place = useApp().platform.navigate.placeOf('pick', { movecopy })
  useDropped(place === undefined, 'movecopy', overlays)
  return place ? <MoveCopyPanel {...place} overlays={overlays} onClose={() => void overlays.close('movecopy')} /> : null
}

function Share({ share, overlays }: { share: string, overlays: OverlayStore }) {
  const place = useApp().platform.navigate.placeOf('share', { share })
  useDropped(place === undefined, 'share', overlays)
  return place ? <SharePanel {...place} onClose={() => void overlays.close('share')} /> : null
}

/** A flag that says nothing is dropped (RT-10). */
function useDropped(isNowhere: boolean, flag: OverlayFlag, overlays: OverlayStore) {
  useEffect(() => {
    if (isNowhere) void overlays.close(flag)
  }, [isNowhere, flag, overlays])
}

function versionOf(text: string | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
