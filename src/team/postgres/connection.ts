// One connection to PostgreSQL. A bundle of its own with the client library, loaded only if a team is set up.
import { isIP } from 'node:net';
import { type ConnectionOptions as ConnectionTls, checkServerIdentity } from 'node:tls';
import pg from 'pg';

export interface ConnectionOptions {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Null: no TLS. Otherwise the certificate must be valid for this name. */
  tls: { servername: string; ca: string | null } | null;
  connectMs: number;
  queryMs: number;
}

export interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Calls back for each notification on this channel, until the connection ends. */
  listen(channel: string, onNews: () => void): Promise<void>;
  /** Resolves when the connection ended, whoever ended it. */
  readonly ended: Promise<void>;
  isOpen(): boolean;
  end(): Promise<void>;
}

/**
 * Whoever listens stays connected for days, and may vanish without a word: a laptop that sleeps, another network. The
 * server would count such a connection for hours, and a login has only so many.
 */
const NOTICE_LOSS = 'set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 15; set tcp_keepalives_count = 4';

/** For an address without a name, Node would otherwise check the certificate against `localhost`. */
function verified({ servername, ca }: { servername: string; ca: string | null }): ConnectionTls {
  return {
    rejectUnauthorized: true,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(servername, certificate),
    ...(isIP(servername) === 0 ? { servername } : {}),
    ...(ca ? { ca } : {}),
  };
}

export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { host, port, database, user, password, tls, connectMs, queryMs } = options;
  const client = new pg.Client({
    ...{ host, port, database, user, password },
    ssl: tls === null ? false : verified(tls),
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'c-mem',
  });
  let open = true;
  const ended = new Promise<void>((done) => {
    const finish = () => {
      open = false;
      done();
    };
    client.on('end', finish);
    // Without a listener, a lost connection would end the process.
    client.on('error', finish);
  });
  try {
    await client.connect();
  } catch (error) {
    open = false;
    void client.end().catch(() => undefined);
    throw error;
  }
  return {
    async query<Row>(text: string, values: unknown[] = []) {
      // Several statements in one text are possible only without values.
      const result = await (values.length > 0 ? client.query(text, values) : client.query(text));
      return (Array.isArray(result) ? [] : result.rows) as Row[];
    },
    async listen(channel, onNews) {
      client.on('notification', (message) => {
        if (message.channel === channel) onNews();
      });
      await client.query(`${NOTICE_LOSS}; listen ${client.escapeIdentifier(channel)}`);
    },
    ended,
    isOpen: () => open,
    async end() {
      open = false;
      await Promise.race([client.end().catch(() => undefined), new Promise((done) => setTimeout(done, 1000).unref())]);
    },
  };
}
