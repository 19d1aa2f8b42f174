import { observer } from 'mobx-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { Skeleton } from '@/components/ui/Skeleton'
import { needLazyWords } from '@/i18n/lazy/load'
import { RowCursor } from '@/stores/items/lists/RowCursor'
import { KeysSheet } from '@/screens/items/KeysSheet'
import { ManySheet } from '@/screens/items/ManySheet'
import { panels } from '@/screens/panels/panels'
import { MeSheet } from '@/screens/session/me/MeSheet'
import { PageScreen } from '@/screens/page/PageScreen'
import { FilesTabs } from '../FilesTabs'
import { FailedPlace, NothingHere, RefusedPlace, Tray } from '../LazyParts'
import { Overlays } from '../Overlays'
import type { SheetProps } from '../sheets/SheetProps'
import { useApp } from '@/screens/app/AppContext'
import { DetailsPane } from './DetailsPane'
import { useDialogFocus } from './useDialogFocus'
import { useDrops } from './useDrops'
import { useFocusReturn } from './useFocusReturn'
import { useKeys } from './useKeys'
import { usePopovers } from './usePopovers'
import { useRowActs, type Desk } from './useRowActs'
import { WideHead } from './WideHead'
import { WidePhotos } from './WidePhotos'
import { WideRail } from './WideRail'
import { WideTable } from './WideTable'
import { WideTop } from './WideTop'
import '@/theme/lazyIcons.scss'
import './wide.scss'

needLazyWords()

/** Whether the pane of details is open, on this device. */
const DETAILS_KEY = 'wide-details'

/** A place of the drive in a wide window: places in a rail, the list as a table, details in a pane (AH-43). */
export default observer(function WideFiles({ list, overlays, selection }: SheetProps) {
  const app = useApp()
  const { storage } = app.platform
  const frame = useRef<HTMLDivElement>(null)
  const [cursor] = useState(() => new RowCursor(list, selection))
  const [hasDetails, setDetails] = useState(() => storage.read<boolean>(DETAILS_KEY) === true)
  const desk: Desk = { list, overlays, selection, cursor }
  const acts = useRowActs(desk)
  const { sign, handlers, drag } = useDrops(desk)
  usePopovers(frame)
  useKeys(desk, acts)
  useFocusReturn(desk, frame)
  useDialogFocus()

  useLayoutEffect(() => {
    const screen = frame.current?.closest<HTMLElement>('.screen')
    screen?.setAttribute('data-wide', '')
    return () => screen?.removeAttribute('data-wide')
  }, [])

  // The mode of selecting belongs to narrow windows.
  useEffect(() => {
    void overlays.close('select')
    return () => selection.clear()
  }, [overlays, selection])

  useEffect(
    () =>
      app.changes.subscribe((change) => {
        if (change.type === 'removed') cursor.forget(change.typedId)
      }),
    [app, cursor],
  )

  const toggleDetails = () => {
    setDetails(!hasDetails)
    storage.write(DETAILS_KEY, !hasDetails)
  }
  const hasUploads = app.lazy.uploads?.isEmpty === false
  return (
    <PageScreen
      open={overlays}
      since={list.since}
      header={<WideTop list={list} overlays={overlays} />}
      overlays={
        <>
          <Mask overlays={overlays} />
          <Overlays list={list} overlays={overlays} selection={selection} />
          <ManySheet list={list} overlays={overlays} selection={selection} />
          <MeSheet overlays={overlays} />
          <KeysSheet overlays={overlays} />
        </>
      }
    >
      <div
        className={classes('wide', overlays.valueFor('preview') !== undefined && 'wide-beside')}
        ref={frame}
        {...handlers}
      >
        <WideRail list={list} overlays={overlays} />
        <div className="wide-main">
          <WideHead {...desk} hasDetails={hasDetails} onDetails={toggleDetails} />
          {list.at.id !== undefined && <FilesTabs list={list} />}
          <div className="wide-body">
            <Body {...desk} acts={acts} drag={drag} />
          </div>
          {hasUploads && <Tray overlays={overlays} />}
        </div>
        {hasDetails && <DetailsPane {...desk} onClose={toggleDetails} />}
        {sign}
      </div>
    </PageScreen>
  )
})

/** Covers the list below a panel, and below a document that has no room beside the list. */
const Mask = observer(function Mask({ overlays }: Pick<SheetProps, 'overlays'>) {
  const isOpen = panels.some(({ flag, value }) => {
    const open = overlays.valueFor(flag)
    return flag !== 'preview' && open !== undefined && (value ?? open) === open
  })
  const isWhole = isOpen || (['scan', 'offline'] as const).some((flag) => overlays.valueFor(flag) !== undefined)
  if (isWhole) return <div className="wide-mask" aria-hidden />
  if (overlays.valueFor('preview') === undefined) return null
  return <div className="wide-mask wide-mask-preview" aria-hidden onClick={() => void overlays.close('preview')} />
})

type BodyProps = Desk & { acts: ReturnType<typeof useRowActs>; drag: ReturnType<typeof useDrops>['drag'] }

const Body = observer(function Body(props: BodyProps) {
  const { list, overlays } = props
  if (list.phase === 'loading') return <Skeleton />
  if (list.phase === 'failed') return <FailedPlace list={list} />
  if (list.phase !== 'ready') return <RefusedPlace list={list} />
  if (list.shownAs === 'photos' && !list.pages.isEmpty) return <WidePhotos {...props} />
  return (
    <>
      <WideTable {...props} />
      {list.pages.isEmpty && (
        <div className="wide-nothing">
          <NothingHere list={list} overlays={overlays} />
        </div>
      )}
    </>
  )
})
