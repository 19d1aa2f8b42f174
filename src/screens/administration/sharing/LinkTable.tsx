import { observer } from 'mobx-react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { stateOf } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { linkTile, nameOf, wordExpiry } from '@/screens/shares/links/wordLink'
import { useConsole } from '../ConsoleContext'
import { Tick } from '../controls/Tick'
import { LinkMark } from './marks'

interface Props {
  rows: readonly ShareLink[]
  view: 'links' | 'approvals'
  words: Words<'links'>
  selected: ReadonlySet<number>
  /** null: the role may not change links */
  onSelect: ((ids: ReadonlySet<number>) => void) | null
}

const columns = ['item', 'owner', 'access', 'password', 'expiry', 'visits', 'state'] as const

/** A page of the links. On a phone the cells of a row stand below one another. */
export const LinkTable = observer(function LinkTable({ rows, view, words, selected, onSelect }: Props) {
  const app = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const now = app.now() / 1000
  return (
    <div className="table-frame">
      <Table
        className="table sharing-table"
        aria-label={t(`admin.sharing.table.${view}`)}
        selectionMode={onSelect ? 'multiple' : 'none'}
        selectedKeys={new Set(selected)}
        onSelectionChange={(keys) =>
          onSelect?.(keys === 'all' ? new Set(rows.map(({ id }) => id)) : new Set([...keys].map(Number)))
        }
        onRowAction={(key) => address.choose(Number(key))}
      >
        <TableHeader>
          {onSelect ? (
            <Column className="column column-check">
              <Tick />
            </Column>
          ) : null}
          {columns.map((column) => (
            <Column
              key={column}
              id={column}
              isRowHeader={column === 'item'}
              className={`column column-${column}${column === 'visits' ? ' column-number' : ''}`}
            >
              {t(`admin.sharing.columns.${column}`)}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={rows} dependencies={[address.id, onSelect === null, t, words, now]}>
          {(link) => (
            <Row id={link.id} textValue={nameOf(link, words)} className={link.id === address.id ? 'is-open' : ''}>
              {onSelect ? (
                <Cell className="cell cell-check">
                  <Tick />
                </Cell>
              ) : null}
              <Cell className="cell cell-name">
                <Tile {...linkTile(link)} />
                <span className="cell-text">{nameOf(link, words)}</span>
              </Cell>
              <Cell className="cell cell-owner">{link.owner.name}</Cell>
              <Cell className="cell cell-access">{words(`links.access.${link.access}`)}</Cell>
              <Cell className="cell cell-password">
                <span className={link.password_protected || link.access !== 'public' ? undefined : 'text-amber'}>
                  {t(link.password_protected ? 'admin.sharing.yes' : 'admin.sharing.no')}
                </span>
              </Cell>
              <Cell className="cell cell-expiry">{wordExpiry(app, link.due_time, words)}</Cell>
              <Cell className="cell cell-number cell-visits">{link.visit_count}</Cell>
              <Cell className="cell cell-state">
                <LinkMark state={stateOf(link, now)} words={words} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
})
