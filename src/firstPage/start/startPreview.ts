import type { Reply } from '@/contract/api'
import { setPreloaded } from '@/platform/h5/early'
import { textScaleNow } from '@/platform/h5/window'
import { colourEdges, element } from '../paint/elements'
import { darkIsWanted } from '../paint/paint'
import { boot, forgetOthers, takeAnswers } from './pageData'

/*
 * Runs inside a page that opens with a file over it, before the app's code has loaded, as startList does for a list: passes on the page's
 * data, and draws a picture with its name until the app shows it.
 */
const shell = document.getElementById('shell')!
type Answers = Partial<Reply<'GET /apps/files/get_info'> & Reply<'GET /apps/representations/info'>>

const answers = takeAnswers<Answers>()

if (boot && answers) {
  forgetOthers(boot)
  for (const [path, answer] of answers) setPreloaded(path, answer)
  const [item, info] = answers.map(([, answer]) => answer)
  if (item?.item && info?.preview_url && info.exif_rotation === 0) draw(item.item.name, info.preview_url)
}

/** Draws a picture with its name, as `PreviewPanel` does. */
function draw(name: string, address: string): void {
  const picture = new Image()
  picture.className = 'h5-image-contain'
  picture.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%'
  picture.src = address
  const button = () => element('icon-button', [])
  const title = element('header-title', [element('header-text', [name])])
  const bar = element('header-bar', [button(), title, button(), button(), button()])
  bar.style.cssText = 'height:48px;padding-right:6px'
  const screen = element('screen theme-dark', [element('header', [bar]), picture])
  screen.style.cssText = `--text-scale:${textScaleNow()};--card:rgba(0,0,0,.6);background:#000`
  shell.replaceChildren(screen)
  colourEdges(darkIsWanted())
  stay(picture)
}

/** Shows the picture until the app shows it or a dialog, the picture fails to load, or the user presses something. */
function stay(picture: HTMLImageElement): void {
  // The app removes the element `shell` when its first screen is drawn, so the picture needs another id.
  shell.id = 'shell-picture'
  const leave = () => {
    watcher.disconnect()
    shell.remove()
  }
  const watcher = new MutationObserver(() => {
    const shown = document.querySelector<HTMLImageElement>('#app [role=dialog] img')
    if (shown && picture.complete) void shown.decode().then(leave, leave)
    else if (shown ?? document.querySelector('#app [role=alertdialog]')) leave()
  })
  watcher.observe(document.getElementById('app')!, { childList: true, subtree: true })
  picture.onerror = leave
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, leave, { once: true, capture: true })
}
