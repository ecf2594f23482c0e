// Entry point of the viewer.
import { render } from 'preact';
import { App } from './app.tsx';
import { connect } from './live.ts';

connect();
render(<App />, document.getElementById('app') as HTMLElement);
