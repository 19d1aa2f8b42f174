/** `tmp_6fa3…`, `wx<application>.o6z….<hash>`, a bare hash or a UUID: WeChat hides the names of the album. */
export const madeUp = /^(tmp[_-].*|wx[0-9a-f]{16}.*|(?=.*\d)[0-9a-z]{20,}|[0-9a-f-]{36})$/i

/** A chat reveals a file's own name, but for some pictures a temporary one. */
export const madeUpInChat = /^(tmp[_-].*|wx[0-9a-f]{16}\..*)$/i
