const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

/** Returns the address that plays a YouTube video without cookies; undefined for other addresses. */
export function embeddedVideo(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  const [, first = '', second = ''] = url.pathname.split('/')
  const isPlayer = hosts.has(url.hostname)
  const id =
    url.hostname === 'youtu.be'
      ? first
      : isPlayer && first === 'watch'
        ? url.searchParams.get('v')
        : isPlayer && ['embed', 'live', 'shorts'].includes(first)
          ? second
          : undefined
  return id && /^[\w-]{11}$/.test(id)
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
    : undefined
}
