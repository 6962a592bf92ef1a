import pg from 'pg'
import type { Place, Places } from './places.ts'

export interface PlacedOptions extends pg.ClientConfig {
  places?: Places | undefined
}

/** A client that connects to the database's current host. */
export class PlacedClient extends pg.Client {
  readonly #places: Places | undefined
  #place: Place | undefined

  constructor(options: PlacedOptions = {}) {
    super(options)
    this.#places = options.places
  }

  // biome-ignore lint/suspicious/noExplicitAny: one signature for the overloads of pg's own connect
  override connect(callback?: any): any {
    if (!this.#places) return super.connect(callback)
    const connecting = this.#connectTo(this.#places)
    if (!callback) return connecting
    connecting.then((client) => callback(null, client), callback)
  }

  /** Drops a silent connection, so that the next one searches the hosts again. */
  giveUp() {
    if (this.#place) this.#places?.forget(this.#place)
    void this.end().catch(() => {})
  }

  async #connectTo(places: Places): Promise<this> {
    const place = await places.find()
    this.#place = place
    this.on('error', () => places.forget(place))
    // `pg` takes one place at creation but uses it only here.
    for (const user of [this, this.connectionParameters]) Object.assign(user, place)
    Object.assign(this.connection, { ssl: place.ssl })
    try {
      await super.connect()
      await places.check(this)
    } catch (problem) {
      this.giveUp()
      throw problem
    }
    places.settle(this, place)
    return this
  }

  /** `pg`'s types omit this field. A password function gets the host from it. */
  declare readonly connectionParameters: object
}
