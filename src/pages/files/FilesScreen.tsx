import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import type { Sort } from '@/domain/items/sorting'
import { scheduleLazyWords } from '@/i18n/lazy/load'
import type { ListLocation } from '@/domain/addresses'
import { ListStore } from '@/stores/items/lists/ListStore'
import { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { uploadTargetOf } from '@/stores/items/lists/listLocation'
import { tappedName } from '@/screens/items/places/openPlace'
import { useDisposable } from '@/screens/app/useDisposable'
import { FootBar } from '@/screens/page/FootBar'
import { FilesBody } from './FilesBody'
import { FilesHeader } from './FilesHeader'
import { FilesTabs } from './FilesTabs'
import { LazyGuides } from './top/LazyGuides'
import { Tray } from './LazyParts'
import { Overlays } from './Overlays'
import { useLive } from './useLive'
import { isWide, Wide } from './Wide'
import { useUnfinished } from './uploads/useUnfinished'

/** One place of the drive: its list and the actions there. */
export const FilesScreen = observer(function FilesScreen({ at, sort }: { at: ListLocation; sort?: Sort }) {
  const app = useApp()
  const list = useDisposable(() => new ListStore(app, at, tappedName(app, at), sort).recall())
  const overlays = useDisposable(() => app.createOverlays())
  const [selection] = useState(() => new SelectionStore())
  const { sessionContext, session, lazy } = app

  const isChoosing = overlays.valueFor('select') !== undefined
  useEffect(() => {
    if (!isChoosing) selection.clear()
  }, [isChoosing, selection])

  // False while the page opens below a file. A wide window shows the list beside the file.
  const wasSeen = useRef(false)
  if (!overlays.valueFor('preview') || isWide()) wasSeen.current = true
  const { current: isSeen } = wasSeen

  // After another sign-in the list may be out of date.
  const isIn = session.phase === 'signedIn' && isSeen
  useEffect(() => {
    if (isIn) void list.open()
  }, [isIn, list])
  useLive(list, overlays)

  const isThere = list.phase !== 'loading'
  useEffect(() => {
    if (isThere) scheduleLazyWords()
  }, [isThere])

  useUnfinished(isThere)
  const hasUploads = lazy.uploads?.isEmpty === false
  // Until the place has loaded, ＋ opens its sheet, which fills when the rights are known.
  const canAdd =
    list.phase === 'loading' ? uploadTargetOf(at) !== null : list.uploadTarget !== null || list.canCreateFolder
  return (
    <Wide list={list} overlays={overlays} selection={selection} isSeen={isSeen}>
      <PageScreen
        open={overlays}
        since={list.since}
        header={
          isSeen && (
            <>
              <FilesHeader list={list} overlays={overlays} />
              {at.id !== undefined && <FilesTabs list={list} />}
            </>
          )
        }
        overlays={
          <>
            {hasUploads && !isChoosing && <Tray overlays={overlays} />}
            {isSeen && !isChoosing && (
              <FootBar
                present={at.space === 'frequent' ? 'home' : 'files'}
                onAdd={canAdd ? () => overlays.show('add') : undefined}
              />
            )}
            <Overlays list={list} overlays={overlays} selection={selection} />
          </>
        }
      >
        {isSeen && <FilesBody list={list} overlays={overlays} selection={selection} />}
        {sessionContext.guides && <LazyGuides list={list} overlays={overlays} />}
      </PageScreen>
    </Wide>
  )
})
