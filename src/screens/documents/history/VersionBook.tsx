import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { BookChanges } from '@/domain/documents/sheets/compareBooks'
import type { Words } from '@/i18n/words'
import { BookVersion } from '@/stores/documents/sheets/BookVersion'
import { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import { ToolButton } from '../ToolButton'
import { SheetTable } from '../sheets/SheetTable'
import { SheetTabs } from '../sheets/SheetTabs'
import { useSheetKeys } from '../sheets/useSheetKeys'
import '../sheets/sheet.scss'
import type { VersionProps } from './VersionProps'

/** A state of a workbook as a table to read. Changed cells are marked, and the line above counts them. */
export default observer(function VersionBook({ state, earlier }: VersionProps) {
  const t = useWords<'document'>()
  const [version, setVersion] = useState<BookVersion | null>(null)
  const [tasks] = useState(() => new SheetTasks())
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const made = new BookVersion(state, earlier)
    setVersion(made)
    return () => {
      setVersion(null)
      made.dispose()
    }
  }, [state, earlier])
  const book = version?.book ?? null
  const keys = useSheetKeys({ book, tasks, input, mayWrite: false, onPasted: () => {} })
  if (version === null || book === null) return null
  const { sheet } = book
  return (
    <>
      {version.changes && <ChangeCount version={version} changes={version.changes} />}
      <div className="book" onKeyDown={keys.onKeyDown} onCopy={keys.onCopy}>
        <div className="document-page">
          {sheet ? (
            <SheetTable
              key={sheet.id}
              book={book}
              sheet={sheet}
              tasks={tasks}
              name={t('document.history.table')}
              mayWrite={false}
              changes={version.marks}
              input={input}
            />
          ) : (
            <div className="book-none">{t('document.sheet.none')}</div>
          )}
        </div>
        <ChosenCell version={version} />
        <SheetTabs book={book} mayWrite={false} isOpen={false} onOpen={() => {}} />
      </div>
    </>
  )
})

const kinds = ['cells', 'rows', 'columns', 'sheets'] as const

/** What differs, and the way from one changed cell to the next. */
const ChangeCount = observer(function ChangeCount({
  version,
  changes,
}: {
  version: BookVersion
  changes: BookChanges
}) {
  const t = useWords<'document'>()
  return (
    <div className="history-count history-count-book">
      <div className="history-counts" role="status">
        {wordsOf(changes, t)}
      </div>
      {version.hasPlaces && (
        <>
          <ToolButton icon="chevron-left" label={t('document.history.changes.before')} onPress={() => version.go(-1)} />
          <ToolButton icon="chevron-right" label={t('document.history.changes.next')} onPress={() => version.go(1)} />
        </>
      )}
    </div>
  )
})

function wordsOf({ counts }: BookChanges, t: Words<'document'>) {
  const shown = kinds.flatMap((kind) => {
    const { added, removed } = counts[kind]
    return [
      added > 0 && (
        <ins key={kind} className="document-added">
          {t(`document.history.changes.${kind}.added`, { n: added })}
        </ins>
      ),
      removed > 0 && (
        <del key={`no ${kind}`} className="document-removed">
          {t(`document.history.changes.${kind}.removed`, { n: removed })}
        </del>
      ),
    ]
  })
  return shown.some(Boolean) ? shown : t('document.history.same')
}

/** What the chosen cell holds, and what it held. */
const ChosenCell = observer(function ChosenCell({ version }: { version: BookVersion }) {
  const t = useWords<'document'>()
  const { sheet } = version.book
  if (!sheet) return null
  const { chosenName: name, written } = sheet
  const { chosen } = version
  const isChanged = chosen !== null && !chosen.isLook
  return (
    <div className="book-bar history-cell" role="status">
      <div className="book-bar-name">{name}</div>
      <div className="history-cell-text">
        {name === '' && t('document.sheet.choose')}
        {isChanged && chosen.before !== '' && <del className="document-removed">{chosen.before}</del>}
        {isChanged && written !== '' ? <ins className="document-added">{written}</ins> : !isChanged && written}
        {chosen?.isLook && <div className="history-cell-note">{t('document.history.changes.look')}</div>}
      </div>
    </div>
  )
})
