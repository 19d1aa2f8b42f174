import { makeAutoObservable, observable, runInAction } from 'mobx'
import { observer } from 'mobx-react'
import { useState, type UIEvent } from 'react'
import { createRoot } from 'react-dom/client'
import type { Item } from '@/contract/entities'

/* The cost of the same list with only React and MobX: no Taro, no router, no other screen. This is the lower bound of what is possible. */

const rowHeight = 64
const pageSize = 25
const overscan = 8

class List {
  items: readonly Item[] = []
  total = 0
  title = ''
  private isLoading = false

  constructor(private readonly folderId: string) {
    makeAutoObservable(this, { items: observable.ref })
    void this.loadMore()
  }

  async loadMore() {
    if (this.isLoading || (this.total > 0 && this.items.length >= this.total)) return
    this.isLoading = true
    const query = `folder_type=folder&offset=${this.items.length}&limit=${pageSize}`
    const answer = await fetch(`/api/apps/files/file_list/${this.folderId}?${query}`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    })
    const body = await answer.json()
    runInAction(() => {
      this.items = [...this.items, ...body.children]
      this.total = body.total_children_count
      this.title = body.folder.name
      this.isLoading = false
    })
  }
}

const units = ['B', 'KB', 'MB', 'GB']

function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  for (; size >= 1024 && unit < 3; unit += 1) size /= 1024
  return `${unit ? size.toFixed(1) : size} ${units[unit]}`
}

function metaText({ modified_at, size, type }: Item): string {
  const at = new Date(modified_at * 1000)
  const date = `${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
  return type === 'folder' ? date : `${date} · ${sizeText(size)}`
}

function Row({ item, top }: { item: Item; top: number }) {
  const open = () => history.pushState(null, '', `/files/folder/${item.id}`)
  const dot = item.type === 'folder' ? -1 : item.name.lastIndexOf('.')
  const cut = dot < 0 ? item.name.length : Math.max(0, dot - 4)
  return (
    <div className="row row-placed" style={{ top }} role="listitem">
      <div className="row-open" role="button" tabIndex={0} onClick={open}>
        <div
          className={`tile tile-${item.type_icon}`}
          style={item.thumbnail ? { ['--picture' as string]: `url("${item.thumbnail}")` } : undefined}
        >
          {item.extension.slice(0, 4).toUpperCase()}
        </div>
        <div className="row-name">
          <span className="row-head">{item.name.slice(0, cut)}</span>
          <span className="row-tail">{item.name.slice(cut)}</span>
        </div>
        <div className="row-meta">
          <span className="row-detail">{metaText(item)}</span>
          {item.tags.slice(0, 2).map((tag) => (
            <span key={tag.id} className="row-mark row-tag">
              {tag.name}
            </span>
          ))}
        </div>
      </div>
      <div className="row-more" role="button" tabIndex={0} aria-label={item.name} onClick={open} />
    </div>
  )
}

const Page = observer(function Page({ list }: { list: List }) {
  const [first, setFirst] = useState(0)
  const visible = Math.ceil(innerHeight / rowHeight)
  const scrolled = ({ currentTarget: { scrollTop } }: UIEvent) => {
    setFirst(Math.floor(scrollTop / rowHeight))
    if (list.items.length * rowHeight - scrollTop < 2 * innerHeight) void list.loadMore()
  }
  const from = Math.max(0, first - overscan)
  return (
    <div className="screen">
      <div className="header">
        <div className="header-bar" style={{ height: 44 }}>
          <div className="header-title header-title-first">{list.title}</div>
        </div>
      </div>
      <div className="screen-body">
        <div className="virtual-list" onScroll={scrolled}>
          <div className="virtual-list-body" style={{ height: list.items.length * rowHeight }} role="list">
            {list.items.slice(from, first + visible + overscan).map((item, index) => (
              <Row key={item.typed_id} item={item} top={(from + index) * rowHeight} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
})

const folderId = location.pathname.split('/').pop() ?? ''
createRoot(document.getElementById('app')!).render(<Page list={new List(folderId)} />)
