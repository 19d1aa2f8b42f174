export { FilesOverlays as Overlays } from './FilesOverlays'
export { Tray } from './Tray'
