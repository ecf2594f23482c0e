// Turns a spooled hook payload into a delivery: the host named in the header reads it.
import type { Delivery } from '../domain/host-event.ts';
import type { JsonObject } from '../domain/json.ts';
import { HOSTS, type Host, hostNamed, hostOf } from '../hosts/index.ts';

export interface SpooledPayload {
  id: string;
  at: number;
  /** The event's name in the header; the payload's own name may be more specific. */
  event: string;
  /** The host in the header; null if unknown. */
  host: string | null;
  /** Sent by a hook that we installed into that host. */
  plugin: boolean;
  projectDir: string | null;
  payload: JsonObject;
}

export function readDelivery(spooled: SpooledPayload, hosts: readonly Host[] = HOSTS): Delivery {
  const { id, at, event, plugin, projectDir, payload } = spooled;
  const name = spooled.host ?? hostOf(payload, hosts);
  const host = hostNamed(name, hosts);
  return {
    ...{ id, at, projectDir, host: name },
    source: 'hook',
    // Hosts load each other's plugins: a payload without the host's marks was sent by another one.
    foreign: plugin && !host.recognizes(payload),
    event: host.readPayload(event, payload),
  };
}
