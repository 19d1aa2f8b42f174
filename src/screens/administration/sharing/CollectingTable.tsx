import { observer } from 'mobx-react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { useWords } from '@/components/ui/context'
import type { OverseenFileRequest } from '@/contract/fileRequests'
import { fileRequestStateOf } from '@/domain/fileRequests/state'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordDue, wordProgress } from '@/screens/fileRequests/wordFileRequest'
import { useConsole } from '../ConsoleContext'
import { CollectingMark } from './marks'

interface Props {
  rows: readonly OverseenFileRequest[]
  words: Words<'collect'>
}

const columns = ['title', 'collector', 'folder', 'due', 'done', 'state'] as const

/** A page of the collecting links of all. */
export const CollectingTable = observer(function CollectingTable({ rows, words }: Props) {
  const app = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const now = app.now() / 1000
  return (
    <div className="table-frame">
      <Table
        className="table sharing-table"
        aria-label={t('admin.sharing.table.collecting')}
        onRowAction={(key) => address.choose(Number(key))}
      >
        <TableHeader>
          {columns.map((column) => (
            <Column key={column} id={column} isRowHeader={column === 'title'} className={`column column-${column}`}>
              {t(`admin.sharing.columns.${column}`)}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={rows} dependencies={[address.id, t, words, now]}>
          {(link) => (
            <Row id={link.id} textValue={link.title} className={link.id === address.id ? 'is-open' : ''}>
              <Cell className="cell cell-name">
                <span className="cell-text">{link.title}</span>
              </Cell>
              <Cell className="cell cell-owner">{link.owner.name}</Cell>
              <Cell className="cell cell-folder">{link.folder?.name ?? ''}</Cell>
              <Cell className="cell cell-expiry">{wordDue(app, link, words)}</Cell>
              <Cell className="cell cell-done">{wordProgress(link, words)}</Cell>
              <Cell className="cell cell-state">
                <CollectingMark state={fileRequestStateOf(link, now)} words={words} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
})
