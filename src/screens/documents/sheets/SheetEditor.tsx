import { observer } from 'mobx-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NoticeBar } from '@/components/ui/NoticeBar'
import { TextButton } from '@/components/ui/TextButton'
import { useTheme, useWords } from '@/components/ui/context'
import { watermarkImage } from '@/domain/previews/readingWatermark'
import { useApp } from '@/screens/app/AppContext'
import { BookStore } from '@/stores/documents/sheets/BookStore'
import { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import type { EditorProps } from '../EditorProps'
import { CellPanel, LinesPanel, type PanelName } from './Panels'
import { FormulaBar } from './FormulaBar'
import { SheetPanel } from './SheetPanel'
import { SheetTable } from './SheetTable'
import { SheetTabs } from './SheetTabs'
import { SheetTools } from './SheetTools'
import { useSheetKeys } from './useSheetKeys'
import './sheet.scss'

/** A workbook: the table, what the chosen cell holds, the tools for those who may write, and the sheets. */
export default observer(function SheetEditor({ store, session }: EditorProps) {
  const app = useApp()
  const t = useWords<'document'>()
  const { dark } = useTheme()
  const [book, setBook] = useState<BookStore | null>(null)
  const [tasks] = useState(() => new SheetTasks())
  const [panel, setPanel] = useState<PanelName | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const { mayWrite, watermark } = store

  useEffect(() => {
    const made = new BookStore(session, () => store.mayWrite)
    setBook(made)
    const commit = () => void made.sheet?.draft.commit()
    window.addEventListener('pagehide', commit)
    const forgetSteps = () => made.steps.forget()
    session.onRestored.add(forgetSteps)
    return () => {
      session.onRestored.delete(forgetSteps)
      window.removeEventListener('pagehide', commit)
      setBook(null)
      made.dispose()
    }
  }, [session, store])

  // The words that could not be stored are offered to be copied.
  useEffect(() => {
    if (mayWrite) return
    setPanel(null)
    book?.sheet?.draft.discard()
  }, [book, mayWrite])

  // Before the page ends the connection.
  useLayoutEffect(() => () => void book?.sheet?.draft.commit(), [book])

  const keys = useSheetKeys({ book, tasks, input, mayWrite, onPasted: told })
  const sheet = book?.sheet ?? null
  if (book === null) return null
  const open = mayWrite ? panel : null
  const shared = { book, tasks, mayWrite, input }
  return (
    <div className="book" onKeyDown={keys.onKeyDown} onCopy={keys.onCopy} onCut={keys.onCut} onPaste={keys.onPaste}>
      {book.results > 0 && (
        <NoticeBar
          tone="quiet"
          text={t('document.sheet.results', { n: book.results })}
          actions={[{ label: t('document.lost.close'), tone: 'plain', onPress: () => book.forgetResults() }]}
        />
      )}
      <div className="document-page">
        {sheet ? (
          <SheetTable key={sheet.id} {...shared} sheet={sheet} name={store.name} />
        ) : (
          <div className="book-none">
            {t('document.sheet.none')}
            {mayWrite && (
              <TextButton
                label={t('document.sheet.add')}
                onPress={() => book.add((n) => t('document.sheet.unnamed', { n }))}
              />
            )}
          </div>
        )}
        {watermark !== null && (
          <div
            className="document-watermark"
            style={{ backgroundImage: `url("${watermarkImage(watermark, dark ? 'white' : 'black')}")` }}
            aria-hidden
          />
        )}
      </div>
      {sheet && <FormulaBar {...shared} sheet={sheet} />}
      {sheet && open === 'cells' && <CellPanel sheet={sheet} tasks={tasks} />}
      {sheet && open === 'lines' && <LinesPanel sheet={sheet} tasks={tasks} />}
      {sheet && open === 'sheet' && (
        <SheetPanel key={sheet.id} book={book} sheet={sheet} onClose={() => setPanel(null)} />
      )}
      {sheet && mayWrite && (
        <SheetTools
          {...shared}
          sheet={sheet}
          panel={open}
          onPanel={(name) => setPanel(name === open ? null : name)}
          onCopy={() =>
            void app.platform
              .copyText(tasks.copy(sheet))
              .then(() => app.feedback.toast({ text: t('document.sheet.copied') }))
          }
          onPaste={() => void pasteFromPhone()}
        />
      )}
      <SheetTabs
        book={book}
        mayWrite={mayWrite}
        isOpen={open === 'sheet'}
        onOpen={() => setPanel(open === 'sheet' ? null : 'sheet')}
      />
    </div>
  )

  /** The browser asks the user first. */
  async function pasteFromPhone() {
    if (sheet === null) return
    const text = await navigator.clipboard.readText().catch(() => null)
    if (text === null) app.feedback.toast({ text: t('document.sheet.pasteRefused') })
    else told(tasks.paste(sheet, text))
  }

  function told(isWhole: boolean) {
    if (!isWhole) app.feedback.toast({ text: t('document.sheet.pasteCut') })
  }
})
