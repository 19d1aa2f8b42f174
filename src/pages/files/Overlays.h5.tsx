import { observer } from 'mobx-react-lite'
import { Suspense, lazy, useEffect } from 'react'
import { hurryLateWords } from '@/i18n/late/load'
import type { ListLocation } from '@/stores/lists/listSources'
import type { ChoosingProps } from './FilesOverlays'

const FilesOverlays = lazy(async () => ({
  default: (await import(/* webpackChunkName: "overlays" */ './FilesOverlays')).FilesOverlays,
}))
const SearchPanel = lazy(async () => ({
  default: (await import(/* webpackChunkName: "search" */ '@/packages/search/SearchPanel')).SearchPanel,
}))
const PreviewPanel = lazy(async () => ({
  default: (await import(/* webpackChunkName: "preview" */ '@/packages/preview/PreviewPanel')).PreviewPanel,
}))
const ShareOver = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share" */ '@/packages/share/ShareOver')).ShareOver,
}))
const MoveCopyOver = lazy(async () => ({
  default: (await import(/* webpackChunkName: "pick" */ '@/packages/pick/MoveCopyOver')).MoveCopyOver,
}))

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
          from={list.at as ListLocation}
          first={{ text, searchIn: searchIn === 'current' ? 'current' : 'all' }}
          overlays={overlays}
          onClose={() => void overlays.close('search')}
        />
      )}
      {isPreview && (
        <PreviewPanel
          fileId={fileId}
          version={versionOf(overlays.companionsOf('preview').version)}
          sort={list.sort}
          overlays={overlays}
          onClose={() => void overlays.close('preview')}
        />
      )}
      {!isSearch && !isPreview && <FilesOverlays list={list} overlays={overlays} selection={selection} />}
      {movecopy !== undefined && <MoveCopyOver movecopy={movecopy} overlays={overlays} />}
      {share !== undefined && <ShareOver share={share} overlays={overlays} />}
    </Suspense>
  )
})

function versionOf(text: string | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
